"""What `dragoman bench` translates: ordinary sentences of several lengths, by their language."""

from typing import Final

TEXTS: Final = {
    "de": (
        "Bis morgen!",
        "Wo ist der Bahnhof?",
        "Der Brief kam gestern an.",
        "Kannst du mir bitte das Salz geben?",
        "Im Garten hinter dem Haus stehen drei alte Apfelbäume.",
        "Wenn der Zug pünktlich ist, sind wir vor dem Abendessen zu Hause.",
        "Meine Schwester lernt Geige, obwohl sie neben der Arbeit nur wenig Zeit dafür hat.",
        "Die Bibliothek bleibt in dieser Woche geschlossen, weil die Heizung repariert werden muss.",
    ),
    "en": (
        "Good morning.",
        "Where is the station?",
        "The letter arrived yesterday.",
        "Could you pass me the salt, please?",
        "There are three old apple trees in the garden behind the house.",
        "If the train is on time, we will be at home before dinner.",
        "My sister is learning to play the violin, although she has little time for it.",
        "The library stays closed this week because the heating has to be repaired.",
    ),
    "zh": (
        "早上好。",
        "车站在哪里？",
        "信昨天到了。",
        "请把盐递给我，好吗？",
        "房子后面的花园里有三棵老苹果树。",
        "如果火车准时，我们晚饭前就能到家。",
        "我妹妹在学拉小提琴，虽然她工作很忙，没有多少时间练习。",
        "因为要修理暖气，图书馆这个星期不开门。",
    ),
}
