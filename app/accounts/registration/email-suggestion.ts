/** Where nearly all advertisers have their mailboxes. */
const common = [
  "gmail.com",
  "hotmail.com",
  "outlook.com",
  "yahoo.com",
  "yahoo.com.br",
  "outlook.com.br",
  "icloud.com",
  "live.com",
  "uol.com.br",
  "bol.com.br",
  "terra.com.br",
  "globo.com",
] as const;

/** More slips away than a letter or two. */
const slips = new Map([
  ["gmail.com.br", "gmail.com"],
  ["gmail", "gmail.com"],
]);

/** Real domains that look like a slip in one of those. */
const real = [
  "mail.com",
  "ymail.com",
  "email.com",
  "gmx.com",
  "aol.com",
  "msn.com",
  "me.com",
  "ig.com.br",
  "hotmail.com.br",
  "yahoo.com.ar",
  "oi.com.br",
  "bol.com",
  "uol.com",
];

/**
 * Returns the address with the domain that was probably meant, two slips away at the most; null if there is
 * nothing to ask. Never a reason to refuse: the odd domain may be right.
 */
export function suggestEmail(email: string): string | null {
  const at = email.lastIndexOf("@");
  const domain = email
    .slice(at + 1)
    .trim()
    .toLowerCase();
  if (at < 1 || domain === "" || [...common, ...real].includes(domain)) return null;
  const known = slips.get(domain);
  if (known) return `${email.slice(0, at).trim()}@${known}`;
  const [nearest] = common
    .map((meant) => ({ meant, slips: countSlips(domain, meant) }))
    .sort((a, b) => a.slips - b.slips);
  if (!nearest || nearest.slips > (nearest.meant.length < 9 ? 1 : 2)) return null;
  return `${email.slice(0, at).trim()}@${nearest.meant}`;
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1);
}

/** Letters missing, added, changed or swapped with their neighbour. */
function countSlips(typed: string, meant: string): number {
  const rows: number[][] = [Array.from({ length: meant.length + 1 }, (_, n) => n)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= typed.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= meant.length; j += 1) {
      const isSame = typed[i - 1] === meant[j - 1];
      const isSwapped = typed[i - 1] === meant[j - 2] && typed[i - 2] === meant[j - 1];
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (isSame ? 0 : 1),
          isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(typed.length, meant.length);
}
