/** The site's colours (app/ui/tokens.css), for a page that is opened from a folder and loads nothing. */
export const accountPageStyles = `
:root { color-scheme: light dark; --page: #f3f1e7; --surface: #fdfcf8; --ink: #0f2321; --soft: #41534f; --line: #d9d5c5; --link: #0b5c63; }
@media (prefers-color-scheme: dark) { :root { --page: #081a1e; --surface: #0f272c; --ink: #ecefe2; --soft: #b3c3bb; --line: #1e3b40; --link: #86d0c8; } }
* { box-sizing: border-box; }
body { max-width: 46rem; margin: 0 auto; padding: 1rem; background: var(--page); color: var(--ink); font: 1.0625rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1, h2, h3, h4 { line-height: 1.2; }
a { color: var(--link); }
nav ul, .photos { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin: 0; padding: 0; list-style: none; }
nav a { display: inline-block; padding: 0.6rem 0; }
section, article { margin: 1rem 0; }
article, section > dl { padding: 1rem; border-radius: 0.5rem; background: var(--surface); }
article > :first-child { margin-top: 0; }
dl { margin: 0; }
dl div { padding: 0.5rem 0; border-top: 1px solid var(--line); }
dl div:first-child { border-top: 0; }
dt { color: var(--soft); font-size: 0.9375rem; }
dd { margin: 0; }
summary { padding: 0.7rem 0; font-weight: 600; cursor: pointer; }
.photos li { flex: 1 1 9rem; max-width: 16rem; }
.photos img { display: block; width: 100%; height: auto; border-radius: 0.5rem; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 0.4rem 0.75rem 0.4rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--soft); font-size: 0.9375rem; }
`;
