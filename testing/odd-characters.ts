const categories =
  "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Co Cn".split(
    " ",
  );

function firstOf(category: string): string {
  const pattern = new RegExp(`\\p{${category}}`, "u");
  // PostgreSQL stores no NUL.
  for (let code = 1; code <= 0x10_ffff; code++) {
    const character = String.fromCodePoint(code);
    if (pattern.test(character)) return character;
  }
  throw new Error(`no character is of the category ${category}`);
}

/**
 * A character of every Unicode category but surrogates, and those that programs take for ends of lines or for
 * nothing at all.
 */
export const oddCharacters = [
  ...categories.map(firstOf),
  ..."\t\n\r\v\f\u0085\u2028\u2029\ufeff\u200b\u202e\u00ad\u{1f3e1}\\'\"",
];
