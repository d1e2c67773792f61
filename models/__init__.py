"""What a model is: the Transformer, its tokenizer, its training and its evaluation."""
