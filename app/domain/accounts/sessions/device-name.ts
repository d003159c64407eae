/** Browsers by their sign, in order: most also name the ones they descend from. */
const browsers: [RegExp, string][] = [
  [/FBAN|FBAV/, "Facebook"],
  [/Instagram/, "Instagram"],
  [/SamsungBrowser/, "Samsung Internet"],
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\/|OPT\/|OPX\//, "Opera"],
  [/Firefox|FxiOS/, "Firefox"],
  [/Chrome|CriOS|Chromium/, "Chrome"],
  [/Safari/, "Safari"],
];

const systems: [RegExp, string][] = [
  [/iPhone|iPod/, "no iPhone"],
  [/iPad/, "no iPad"],
  [/Android/, "no Android"],
  [/CrOS/, "no Chromebook"],
  [/Windows/, "no Windows"],
  [/Macintosh|Mac OS X/, "no Mac"],
  [/Linux/, "no Linux"],
];

/** Makes "Chrome no Android" of a User-Agent header, for the account's owner to recognize it. */
export function nameDevice(userAgent: string | null): string {
  const find = (names: [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  return `${find(browsers) ?? "Navegador desconhecido"} ${find(systems) ?? ""}`.trim();
}
