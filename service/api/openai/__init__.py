"""The OpenAI API: what it asks for as translations or generations, and their results in its words."""
