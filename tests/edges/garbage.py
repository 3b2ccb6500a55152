"""What nobody should send: values, frames, forms and addresses, made at random from a seed."""

import json
from random import Random

NASTY = [
    None, True, False, 0, -1, 1, 1.5, -0.0, 1e308, 2**31, 2**53, -(2**53), 2**53 + 1, 2**63, 2**70, -(2**70),
    "", " ", "0", "5", "-5", "1e9", "0x10", "true", "None", "NaN", "٣", "x" * 301, "x" * 9000, "\x00",
    "a\x00b", "\ud83d", "\udfff", "\u202e", "\u200b" * 50, "Z͑ͫ̓ͪ̂ͫ̽͏" * 20, "😂" * 400, "AS", "as", "ZZ", "1" * 400,
    "<b>x</b>", "{{ 7|add:7 }}", "${7*7}", "'; DROP TABLE lobby_room; --", '" OR 1=1', "../../etc/passwd",
    "%00", "%s%s%n", "\r\nSet-Cookie: x=1", "http://evil.example/", "//evil.example", "javascript:alert(1)",
    [], [[]], [None], ["AS"] * 60, ["AS", 5, None], [["AS"], [["AS"]]], {}, {"seat": 1}, {"": {}},
    {"__proto__": 1}, {"a": {"b": {"c": [1, {"d": []}]}}},
]  # fmt: skip
KEYS = [
    "do", "room", "fair", "pong", "round", "n", "seat", "target", "cards", "stake", "options", "text",
    "reason", "ready", "level", "player", "by", "user", "as", "now", "__class__", "", "x" * 200, "\x00",
    "do ", "Do", "type",
]  # fmt: skip
LETTERS = "{}[]\":,.-+eE0123456789truefalsnul \\/\t\n\x00\x7f\u202e€😂'<>&%"
BITS = [
    "%00", "%ff%fe", "..", "../..", "%2e%2e%2f", "%2f", "//evil.example", "a" * 2000, "é", "🂡",
    "%F0%9F%83%8F",
    "0", "-1", "9" * 30, "1.5", "NaN", "' OR 1=1--", "<script>", "{{7*7}}", "%0d%0aSet-Cookie:x=1", "\\", ";",
    "null", "2147483648", "9223372036854775808", "%C0%AF", "٣", "%E2%80%AE",
]  # fmt: skip
ASKED = (
    "next", "code", "game", "free", "window", "page", "season", "ruleset", "at", "eyes", "have", "language",
    "person", "room", "line", "o", "q", "e", "before", "id__gt", "still", "bots",
)  # fmt: skip
ENDS = (".json", ".csv", "//", "/..;/", "/%20", "?", "/index.php")


class Garbage:
    def __init__(self, seed):
        self.chance = Random(seed)

    def value(self):
        return self.chance.choice(NASTY)

    def spoilt(self, word):
        """A word of which something is not as it should be, most of the time."""
        chance, word = self.chance, dict(word)
        for _ in range(chance.choice((1, 1, 1, 2, 3))):
            key = chance.choice([*word, chance.choice(KEYS)])
            match chance.randrange(4):
                case 0:
                    word.pop(key, None)
                case 1:
                    word[key] = self.value()
                case 2:
                    word[key] = [word.get(key), self.value()]
                case _:
                    word[chance.choice(KEYS)] = word.get(key, self.value())
        return word

    def text(self, word):
        """The same as a frame, which may be none any more."""
        chance = self.chance
        text = json.dumps(self.spoilt(word), ensure_ascii=chance.random() < 0.7)
        match chance.randrange(8):
            case 0:
                return text[: chance.randrange(len(text) + 1)]
            case 1:
                at = chance.randrange(len(text))
                return text[:at] + chance.choice(LETTERS) + text[at + 1 :]
            case 2:
                return self.noise()
            case 3:
                return self.wrapped(text)
            case _:
                return text

    def noise(self):
        return "".join(self.chance.choices(LETTERS, k=self.chance.randrange(60)))

    def wrapped(self, text):
        many = self.chance.choice((2, 50, 4000))
        return self.chance.choice([
            "[" * many + "]" * many, '{"a":' * many + "1" + "}" * many, f"[{text}]", text + text, f'"{text}"',
            text.replace("{", '{"do":1,"do":2,', 1), text + " " * 9000, "NaN", "-Infinity", '{"n":1e999}',
            '{"do":"\\ud83d"}', '{"room":"\\u0000"}', f'{{"round":{"9" * many}}}',
        ])  # fmt: skip

    def form(self, fields):
        """What a form sends: strings, several of a name perhaps."""
        word = self.spoilt(dict.fromkeys(fields, "1"))
        return {key: self.said(value) for key, value in word.items() if key.isprintable()}

    def said(self, value):
        if isinstance(value, list):
            return [self.said(one) for one in value[:5] if one is not None and not isinstance(one, list)]
        return str(value).encode("utf-8", "replace").decode()

    def address(self, known):
        """An address of the site that is none of its pages, most of the time."""
        chance, path = self.chance, self.chance.choice(known)
        bit, parts = chance.choice(BITS), path.split("/")
        match chance.randrange(4):
            case 0:
                parts[chance.randrange(1, len(parts))] = bit
                return "/".join(parts)
            case 1:
                return path + bit
            case 2:
                return path.rstrip("/") + chance.choice(ENDS)
            case _:
                names = chance.choices(ASKED, k=chance.randrange(1, 4))
                return f"{path}?{'&'.join(f'{name}={bit}' for name in names)}"
