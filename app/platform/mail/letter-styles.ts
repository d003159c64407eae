/** The colours of app/platform/ui/tokens.css for mail programs, which support neither custom properties nor our fonts. */
export const letterStyles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 0; background: #f3f1e7; -webkit-text-size-adjust: 100%; }
table { border-collapse: separate; }
.page { background: #f3f1e7; }
.page > tbody > tr > td { padding: 16px 8px 32px; }
.sheet { max-width: 600px; text-align: left; color: #0f2321; font: 17px/1.55 "Atkinson Hyperlegible Next", -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; overflow-wrap: anywhere; word-break: break-word; }
.top { padding: 14px 20px; border-radius: 10px 10px 0 0; background: #0c4a50; font: 700 22px/1.2 Piazzolla, Georgia, serif; }
.body { padding: 22px 20px 12px; border-radius: 0 0 10px 10px; background: #fdfcf8; }
p, ul, blockquote, h2 { margin: 0 0 18px; }
h2 { padding-top: 6px; font-size: 19px; }
ul { padding-left: 22px; }
blockquote { padding: 12px 16px; border-left: 4px solid #e0a03c; border-radius: 0 8px 8px 0; background: #f3f1e7; }
a { color: #0b5c63; }
.foot { color: #41534f; font-size: 15px; line-height: 1.5; }
.foot { padding: 18px 20px 0; }
.foot p { margin: 0 0 14px; }
@media (max-width: 300px) {
  .top, .body, .foot { padding-left: 12px; padding-right: 12px; }
  .action { padding: 14px 10px !important; }
  blockquote { padding: 10px; }
}
@media (prefers-color-scheme: dark) {
  body, .page { background: #081a1e; }
  .sheet { color: #ecefe2; }
  .top { background: #0f545a; }
  .body { background: #0f272c; }
  blockquote { background: #0b2024; }
  a { color: #86d0c8; }
  .action { background: #86d0c8 !important; color: #04231a !important; }
  .foot { color: #b3c3bb; }
}
`;

/** Written on each link, because some mail programs drop the style sheet. */
export const buttonStyle =
  "display:inline-block;margin:6px 0;padding:15px 26px;border-radius:8px;background:#0c4a50;color:#f7f4e8;font-weight:700;line-height:1.3;text-align:center;text-decoration:none";
