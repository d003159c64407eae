export {};

// Shows a page that won't be hydrated as browsers without script do.
for (const element of document.querySelectorAll("noscript")) {
  element.outerHTML = element.textContent;
}
for (const sheet of document.styleSheets) applyUnscripted(sheet.cssRules);

/** Applies the rules for `(scripting: none)`, a query that old browsers know as "not all". */
function applyUnscripted(rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule && /scripting: none|^not all$/.test(rule.media.mediaText)) {
      rule.media.mediaText = "all";
    } else if ("cssRules" in rule) applyUnscripted(rule.cssRules as CSSRuleList);
  }
}
