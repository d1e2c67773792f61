"""What a face looks like that is made of brackets and signs, as people write it in East Asia: (^_^)."""

from typing import Final

_EYE: Final = r"[\^><≧≦T;=~\uff5e•@°·・◕]"
FACE: Final = rf"[(\uff08]\*?{_EYE}[_ω▽.∀o∇д□-]{{1,3}}{_EYE}[;\uff1b]?\*?[)\uff09]"
