"""Well-known names with capitals inside, which people write in other ways, too: IPHONE, github."""

from types import MappingProxyType
from typing import Final

_NAMES: Final = (
    "AirPods",
    "AliExpress",
    "ChatGPT",
    "DeepL",
    "eBay",
    "FaceTime",
    "FedEx",
    "GitHub",
    "GitLab",
    "iCloud",
    "iMac",
    "iOS",
    "iPad",
    "iPhone",
    "iPod",
    "iTunes",
    "JavaScript",
    "KaDeWe",
    "LaTeX",
    "LibreOffice",
    "LinkedIn",
    "MacBook",
    "macOS",
    "MasterCard",
    "McDonald",
    "MySQL",
    "OpenAI",
    "PayPal",
    "PlayStation",
    "PostgreSQL",
    "PowerPoint",
    "SpaceX",
    "TikTok",
    "TypeScript",
    "watchOS",
    "WhatsApp",
    "YouTube",
)
# By their small letters.
BRANDS: Final = MappingProxyType({name.lower(): name for name in _NAMES})
