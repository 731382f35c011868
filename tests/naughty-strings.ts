// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these placeholders are meant as text

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
/** Puts each character between letters, so that a trim cannot hide a loss. */
const between = (codes: readonly number[]): string =>
  codes.map((code) => `a${String.fromCodePoint(code)}b`).join('');

/** Text that breaks parsers, stores and pages. */
export const naughtyStrings: readonly string[] = [
  '',
  ' \t\r\n ',
  '\n a \n',
  // Invisible characters and direction.
  between([...range(0x00, 0x1f), ...range(0x7f, 0x9f)]),
  between([0xa0, 0x1680, ...range(0x2000, 0x200a), 0x202f, 0x205f, 0x3000, 0x2028, 0x2029]),
  between([0xad, 0x34f, 0x115f, 0x180e, 0x200b, 0x200d, 0x2060, 0x3164, 0xfe0f, 0xfffc, 0xe0001]),
  '\ufeffstarts with a byte order mark',
  between([0x200e, 0x200f, ...range(0x202a, 0x202e), ...range(0x2066, 0x2069)]),
  '\u2067\u2066\u202e\u202d nested and never closed',
  'مرحبا 123 (אבג) world',
  // Lone surrogates and noncharacters.
  '\ud800',
  '\udc00a\ud800',
  '\ufdd0\uffff\u{1fffe}\u{10ffff}',
  // Marks, compatibility forms, case.
  'e\u0301 é ﬁ Å ½ ① Ａ 𝔟 \u1e9b\u0323',
  '\u0301 starts with a mark',
  `Z${'\u0351\u0346\u035a\u0316'.repeat(15)}`,
  'ß ẞ İ ı ŉ ΐ ς ǅ Ⱥ 𐐀 Straße STRASSE',
  // Emoji and scripts.
  '👨‍👩‍👧‍👦🏳️‍🌈🇺🇸👍🏽1️⃣🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '🇺\u200d👩\u200d🏻',
  '日本語 简体 繁體 한국어 Ελληνικά Русский ქართული Հայերեն አማርኛ',
  'ภาษาไทยไม่มีช่องว่าง हिन्दी क्ष தமிழ் နို Tiếng Việt Zażółć 𠜎𠜱 𒀀 ﷽ ꙮ',
  'раураl “curly” – — … €₹₿ ∀x∈ℝ ™§¶†',
  // Read as numbers, dates or names by other programs.
  '-0',
  '-1e400',
  '0x1F 1_000 ٣٫١٤ NaN -Infinity',
  'null',
  '__proto__',
  'constructor',
  // Quotes, escapes, encodings.
  `"'\`"'’«»„“「」`,
  '()[]{}<>][}{)(&|;:,./\\?#%@$*=~!^_',
  '%00%0d%0a%C0%AF%ED%A0%80%u0041%25252e',
  '\\0\\n\\x41\\u{1F600}\\ud800 ends with a backslash\\',
  '&amp;&#0;&#x1F600;&#xD800;&notit;&lt',
  '=?utf-8?q?=E9?= =C3=A9 Ã© â€™ +ADw-script+AD4-',
  // Markup.
  '</textarea></title></style></script><script>document.title = "taken"</script>',
  `"'><img src=x onerror="document.title = 'taken'">`,
  '<svg onload=document.title="taken"><a href="java\tscript:document.title=1">x</a>',
  '" autofocus onfocus="document.title = 1',
  '<!-- --!> <![CDATA[ ]]> <?php echo 1; ?> <%= 1 %>',
  '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  // JSON, SQL, shells, paths.
  '{"__proto__":{"isAdmin":true},"a":1,"a":2',
  `'); DROP TABLE submission; --`,
  `' UNION SELECT :kind, ?1, $1, X'00' --`,
  '$(touch x) `touch x` ; ls | cat && true > file $HOME',
  '../../../etc/passwd\u0000.png',
  'C:\\Windows \\\\server\\share file:///etc/passwd',
  // Templates.
  '%s%n%.1000000f {0} {field} {email} {{7*7}} ${7*7} #{7*7}',
  "$& $$ $` $' $<name> \\1",
  // Mail and addresses.
  'a\r\nBcc: everyone@example.com',
  'a\u2028Bcc: everyone@example.com\u0085Cc: b@example.com',
  'a\r\n.\r\nQUIT\r\n\r\nFrom me',
  '"a" <b@example.com>, c@example.com',
  'a b@[IPv6:::1](comment)@münchen.example?bcc=c@example.com',
  'http://a:b@[::1/../?#',
  // Spreadsheets, regular expressions, terminals.
  '=HYPERLINK("https://example.com","x")',
  '@SUM(A1)',
  '\t=1+1",=1+1',
  '(a+)+$ [a- (?<n> \\p{ a{1,99999}',
  '\u001b[2J\u001b[H\u001b]0;title\u0007\u001b]8;;https://example.com\u001b\\link\u009b2J',
  'a\b\b\bcover progress\rovertyped',
  // Long.
  'x'.repeat(4096),
  'word '.repeat(200),
  '😀'.repeat(1000),
  '\u0000'.repeat(200),
  ' '.repeat(1000),
  '\\"'.repeat(150),
  '\ud800'.repeat(200),
];
