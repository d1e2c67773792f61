// What each warning is called, and what it says, by its code and the values that come with it. Behind a code stands
// the value without which a sentence is not said.

const en = {
  quoted: "“{words}”",
  says_brackets_differ:
    "In the translation of sentence {sentence} ({source}) the marks around {parts} are missing, empty or not around " +
    "its numbers. Add what was lost, put them right, or reword the sentence.",
  says_copied:
    "Sentence {sentence} ({source}) came back as it was instead of a translation. Check its language, or reword it.",
  says_language_uncertain: "It was taken for {language}, with {confidence} % sureness. Choose the right one above.",
  says_language_unknown: "It was taken for {language}. Choose the right one above.",
  says_loop_repaired:
    "The translation of sentence {sentence} ({source}) was going round in a loop and was made once more without one. " +
    "Check that it makes sense, or reword the sentence.",
  says_marks_empty:
    "In the translation of sentence {sentence} ({source}) there are no words for the tags or formats around {parts}. " +
    "Add what was lost, or mark fewer words.",
  says_numbers_differ: "The translation of sentence {sentence} ({source}) has other numbers. Check them.",
  says_numbers_differ_added: "In addition: {added}.",
  says_numbers_differ_missing: "Missing: {missing}.",
  says_numbers_repaired:
    "The model changed numbers in the translation of sentence {sentence} ({source}). Check their places.",
  says_numbers_repaired_dropped: "Taken out: {dropped}.",
  says_numbers_repaired_put: "Put in: {put}.",
  says_option_unused: "{option} has no effect on this text.",
  says_placeholder_repaired:
    "The model did not keep {parts} in the translation of sentence {sentence} ({source}). It was put where it seems " +
    "to belong: check its place.",
  says_repetition:
    "The translation of sentence {sentence} ({source}) was going round in a loop and was ended after {numTokens} " +
    "tokens. Reword or split the sentence.",
  says_shortened:
    "Sentence {sentence} ({source}) has {numSourceTokens} tokens and its translation only {numTokens}: a part of it " +
    "is probably missing. Split the sentence.",
  says_split:
    "Sentence {sentence} ({source}) has {numTokens} tokens and was translated in {numParts} parts. Shorten it for a " +
    "better translation.",
  says_split_comfortable: "The model translates up to {comfortable} tokens well.",
  says_split_limit: "The model takes at most {limit} tokens.",
  says_truncated:
    "The translation of sentence {sentence} ({source}) did not end within {numTokens} tokens and was cut off there. " +
    "Shorten or split the sentence.",
  says_unchanged: "Nothing in the file has to be translated, or it is not in its source language.",
  says_untranslated:
    "The translation of sentence {sentence} ({source}) has {part} in it, which is not in its language. Check the " +
    "language of the sentence, or reword it.",
  warning_brackets_differ: "Brackets differ",
  warning_copied: "Came back unchanged",
  warning_language_uncertain: "Language uncertain",
  warning_language_unknown: "Language unknown",
  warning_loop_repaired: "Loop taken out",
  warning_marks_empty: "Tags without words",
  warning_numbers_differ: "Numbers differ",
  warning_numbers_repaired: "Numbers put right",
  warning_option_unused: "Option without use",
  warning_placeholder_repaired: "Put back in place",
  warning_repetition: "Went round in a loop",
  warning_shortened: "Part may be missing",
  warning_split: "Long sentence split",
  warning_truncated: "Cut off",
  warning_unchanged: "Nothing changed",
  warning_untranslated: "Partly in another language",
};

const de = {
  quoted: "„{words}“",
  says_brackets_differ:
    "In der Übersetzung von Satz {sentence} ({source}) fehlen die Zeichen um {parts}, sind leer oder stehen nicht um " +
    "dessen Zahlen. Bitte ergänzen, was fehlt, sie richtig setzen oder den Satz umformulieren.",
  says_copied:
    "Satz {sentence} ({source}) kam zurück, wie er war, statt übersetzt zu werden. Bitte seine Sprache prüfen oder " +
    "ihn umformulieren.",
  says_language_uncertain: "Angenommen wurde {language}, zu {confidence} % sicher. Oben lässt sich die richtige wählen.",
  says_language_unknown: "Angenommen wurde {language}. Oben lässt sich die richtige wählen.",
  says_loop_repaired:
    "Die Übersetzung von Satz {sentence} ({source}) lief im Kreis und wurde noch einmal ohne Wiederholung gemacht. " +
    "Bitte prüfen, ob sie Sinn ergibt, oder den Satz umformulieren.",
  says_marks_empty:
    "In der Übersetzung von Satz {sentence} ({source}) gibt es keine Wörter für die Auszeichnung von {parts}. Bitte " +
    "ergänzen, was fehlt, oder weniger Wörter auszeichnen.",
  says_numbers_differ: "Die Übersetzung von Satz {sentence} ({source}) hat andere Zahlen. Bitte prüfen.",
  says_numbers_differ_added: "Zusätzlich: {added}.",
  says_numbers_differ_missing: "Es fehlt: {missing}.",
  says_numbers_repaired:
    "Das Modell hat in der Übersetzung von Satz {sentence} ({source}) Zahlen verändert. Bitte ihre Stellen prüfen.",
  says_numbers_repaired_dropped: "Entfernt: {dropped}.",
  says_numbers_repaired_put: "Eingesetzt: {put}.",
  says_option_unused: "{option} hat bei diesem Text keine Wirkung.",
  says_placeholder_repaired:
    "Das Modell hat {parts} in der Übersetzung von Satz {sentence} ({source}) nicht behalten. Es steht nun, wo es " +
    "hinzugehören scheint: Bitte die Stelle prüfen.",
  says_repetition:
    "Die Übersetzung von Satz {sentence} ({source}) lief im Kreis und wurde nach {numTokens} Tokens beendet. Bitte " +
    "den Satz umformulieren oder teilen.",
  says_shortened:
    "Satz {sentence} ({source}) hat {numSourceTokens} Tokens, seine Übersetzung nur {numTokens}: Wahrscheinlich fehlt " +
    "ein Teil. Bitte den Satz teilen.",
  says_split:
    "Satz {sentence} ({source}) hat {numTokens} Tokens und wurde in {numParts} Teilen übersetzt. Gekürzt wird er " +
    "besser übersetzt.",
  says_split_comfortable: "Bis zu {comfortable} Tokens übersetzt das Modell gut.",
  says_split_limit: "Das Modell nimmt höchstens {limit} Tokens an.",
  says_truncated:
    "Die Übersetzung von Satz {sentence} ({source}) kam in {numTokens} Tokens zu keinem Ende und wurde dort " +
    "abgeschnitten. Bitte den Satz kürzen oder teilen.",
  says_unchanged: "Nichts in der Datei ist zu übersetzen, oder sie ist nicht in der gewählten Sprache.",
  says_untranslated:
    "In der Übersetzung von Satz {sentence} ({source}) steht {part}, was nicht in ihrer Sprache ist. Bitte die " +
    "Sprache des Satzes prüfen oder ihn umformulieren.",
  warning_brackets_differ: "Klammern weichen ab",
  warning_copied: "Unverändert zurückgekommen",
  warning_language_uncertain: "Sprache unsicher",
  warning_language_unknown: "Sprache unbekannt",
  warning_loop_repaired: "Schleife entfernt",
  warning_marks_empty: "Auszeichnung ohne Wörter",
  warning_numbers_differ: "Zahlen weichen ab",
  warning_numbers_repaired: "Zahlen berichtigt",
  warning_option_unused: "Option ohne Wirkung",
  warning_placeholder_repaired: "Wieder eingesetzt",
  warning_repetition: "Im Kreis gelaufen",
  warning_shortened: "Vielleicht unvollständig",
  warning_split: "Langen Satz geteilt",
  warning_truncated: "Abgeschnitten",
  warning_unchanged: "Nichts geändert",
  warning_untranslated: "Teilweise in anderer Sprache",
};

const zh = {
  quoted: "“{words}”",
  says_brackets_differ: "第 {sentence} 句（{source}）的译文中，{parts}两侧的符号缺失、为空，或未包住其中的数字。请补上缺失的内容，调整符号位置，或改写该句。",
  says_copied: "第 {sentence} 句（{source}）未被翻译，原样返回。请检查其语言，或改写该句。",
  says_language_uncertain: "已按{language}处理，把握 {confidence}%。请在上方选择正确的语言。",
  says_language_unknown: "已按{language}处理。请在上方选择正确的语言。",
  says_loop_repaired: "第 {sentence} 句（{source}）的译文陷入重复，已在禁止重复的情况下重新翻译。请核对其意思，或改写该句。",
  says_marks_empty: "第 {sentence} 句（{source}）的译文中，没有与{parts}的标签或格式对应的文字。请补上缺失的内容，或少标记一些词。",
  says_numbers_differ: "第 {sentence} 句（{source}）的译文数字不同，请核对。",
  says_numbers_differ_added: "多出：{added}。",
  says_numbers_differ_missing: "缺少：{missing}。",
  says_numbers_repaired: "模型改动了第 {sentence} 句（{source}）译文中的数字，请核对其位置。",
  says_numbers_repaired_dropped: "已去掉：{dropped}。",
  says_numbers_repaired_put: "已补入：{put}。",
  says_option_unused: "{option}对这段文字不起作用。",
  says_placeholder_repaired: "模型未在第 {sentence} 句（{source}）的译文中保留{parts}，已放到看似合适的位置，请核对。",
  says_repetition: "第 {sentence} 句（{source}）的译文陷入重复，在 {numTokens} 个词元后被终止。请改写或拆分该句。",
  says_shortened: "第 {sentence} 句（{source}）有 {numSourceTokens} 个词元，译文只有 {numTokens} 个，可能缺少一部分。请拆分该句。",
  says_split: "第 {sentence} 句（{source}）有 {numTokens} 个词元，分成 {numParts} 部分翻译。缩短该句译文会更好。",
  says_split_comfortable: "模型擅长翻译不超过 {comfortable} 个词元的句子。",
  says_split_limit: "模型最多接受 {limit} 个词元。",
  says_truncated: "第 {sentence} 句（{source}）的译文在 {numTokens} 个词元内没有结束，已在此处截断。请缩短或拆分该句。",
  says_unchanged: "文件中没有需要翻译的内容，或其语言与所选的源语言不符。",
  says_untranslated: "第 {sentence} 句（{source}）的译文中有{part}，不是目标语言的文字。请检查该句的语言，或改写该句。",
  warning_brackets_differ: "括号不一致",
  warning_copied: "原样返回",
  warning_language_uncertain: "语言不确定",
  warning_language_unknown: "语言未知",
  warning_loop_repaired: "已去除重复",
  warning_marks_empty: "标签内没有文字",
  warning_numbers_differ: "数字不一致",
  warning_numbers_repaired: "数字已更正",
  warning_option_unused: "选项未生效",
  warning_placeholder_repaired: "已放回原位",
  warning_repetition: "陷入重复",
  warning_shortened: "译文可能不完整",
  warning_split: "长句已拆分",
  warning_truncated: "译文被截断",
  warning_unchanged: "没有改动",
  warning_untranslated: "部分未译成目标语言",
};

export const WARNING_TEXTS = { en, de, zh };
