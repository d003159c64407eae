// Part of `npm run lint`: checks that stylesheets and the classes in the markup agree.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { root } from "./prepare.mjs";

/** Everything else is a CSS module. */
const plainStylesheets = [
  "app/app.css",
  "app/platform/ui/base.css",
  "app/platform/ui/global.css",
  "app/platform/ui/icon.css",
  "app/platform/ui/sprite/icons.css",
  "app/platform/ui/tokens.css",
];
const globalStylesheet = "app/platform/ui/global.css";
/** Their classes are named after icons, by `iconBefore`. */
const iconStylesheets = ["app/platform/ui/icon.css", "app/platform/ui/sprite/icons.css"];

const problems = [];
const read = (name) => readFileSync(join(root, name), "utf8");
const files = readdirSync(join(root, "app"), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));

const withoutComments = (css) => css.replace(/\/\*[\s\S]*?\*\//g, "");

function preludesOf(css) {
  const withoutStrings = withoutComments(css).replace(/"[^"]*"/g, '""');
  return [...withoutStrings.matchAll(/([^{};]+)\{/g)].map(([, prelude]) => prelude.trim());
}

const classesIn = (selector) =>
  [...selector.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name);

const globalClasses = new Set(preludesOf(read(globalStylesheet)).flatMap(classesIn));
const usedGlobalClasses = new Set();
const documented = read("CONTRIBUTING.md");
for (const name of globalClasses) {
  if (!documented.includes(`\`.${name}\``)) {
    problems.push(`CONTRIBUTING.md: say why .${name} of ${globalStylesheet} is global`);
  }
}

/** See 'Styles' in CONTRIBUTING.md. */
const layerOf = (name) => (name.startsWith("app/platform/ui/") ? "ui" : "slices");

/** Classes by module; true for those that some component uses. */
const modules = new Map();

for (const name of files.filter((file) => file.endsWith(".css"))) {
  const css = read(name);
  if (!name.endsWith(".module.css")) {
    if (!plainStylesheets.includes(name)) problems.push(`${name}: must be a CSS module`);
    const mayHaveClasses = name === globalStylesheet || iconStylesheets.includes(name);
    if (!mayHaveClasses && preludesOf(css).some((prelude) => classesIn(prelude).length)) {
      problems.push(`${name}: classes belong in ${globalStylesheet} or in a CSS module`);
    }
    continue;
  }
  const unindented = withoutComments(css).match(/^\S.*$/gm) ?? [];
  if (unindented.join(" ") !== `@layer ${layerOf(name)} { }`) {
    problems.push(`${name}: all rules belong in one @layer ${layerOf(name)}`);
  }
  const local = new Map();
  for (const prelude of preludesOf(css)) {
    const own = prelude.replace(/:global\(([^)]*)\)/g, (_, selector) => {
      for (const used of classesIn(selector)) {
        if (!globalClasses.has(used)) {
          problems.push(`${name}: no global class is called .${used}`);
        }
      }
      return "";
    });
    for (const defined of classesIn(own)) local.set(defined, false);
  }
  modules.set(name, local);
}

/** The source of each className attribute: an expression in braces, or a string. */
function classNamesIn(source) {
  const found = [];
  for (const { index, 0: start } of source.matchAll(/\bclassName=(?=["{])/g)) {
    const from = index + start.length;
    let end = from;
    let depth = 0;
    if (source[from] === '"') end = source.indexOf('"', from + 1) + 1;
    else
      do {
        if (source[end] === "{") depth++;
        if (source[end] === "}") depth--;
        end++;
      } while (depth > 0);
    found.push(source.slice(from, end));
  }
  return found;
}

/** Ignores string literals in comparisons, and names of icons. */
function literalClasses(expression) {
  const strings = expression
    .replace(/\biconBefore\("[^"]*"\)/g, "")
    .replace(/===\s*"[^"]*"/g, "")
    .replace(
      /\$\{(?:[^{}"`]|"[^"]*")*\}/g,
      (inner) => ` ${inner.match(/"[^"]*"/g)?.join(" ") ?? ""} `,
    );
  return [...strings.matchAll(/"([^"]*)"|`([^`]*)`/g)].flatMap(([, quoted, template]) =>
    (quoted ?? template.replaceAll('"', " ")).split(/\s+/).filter(Boolean),
  );
}

for (const name of files.filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))) {
  const source = read(name);
  for (const [, alias, specifier] of source.matchAll(
    /import (\w+) from "(\.[^"]+\.module\.css)"/g,
  )) {
    const module = relative(root, resolve(root, dirname(name), specifier)).replaceAll("\\", "/");
    const local = modules.get(module);
    if (!local) {
      problems.push(`${name}: there is no ${module}`);
      continue;
    }
    for (const [use, property] of source.matchAll(
      new RegExp(`\\b${alias}\\b(?!\\s+from)(?:\\.(\\w+))?`, "g"),
    )) {
      if (!property) problems.push(`${name}: name the class instead of passing ${use} around`);
      else if (local.has(property)) local.set(property, true);
      else problems.push(`${name}: ${module} has no class .${property}`);
    }
  }
  for (const used of classNamesIn(source).flatMap(literalClasses)) {
    usedGlobalClasses.add(used);
    if (!globalClasses.has(used)) problems.push(`${name}: no global class is called .${used}`);
  }
}

for (const [module, local] of modules) {
  for (const [name, isUsed] of local) {
    if (!isUsed) problems.push(`${module}: nothing uses .${name}`);
  }
}

for (const name of globalClasses) {
  if (!usedGlobalClasses.has(name)) problems.push(`${globalStylesheet}: nothing uses .${name}`);
}

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
