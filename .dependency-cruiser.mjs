/**
 * The order of the slices (docs/decisions/001): each imports only from those before it.
 *   db, mail, ui <- accounts <- photos <- listings <- search <- tourism, contact, pages
 *   <- routes.ts, root.tsx, entry.* <- server
 */
const order = [
  ["db", "mail", "ui"],
  ["accounts"],
  ["photos"],
  ["listings"],
  ["search"],
  ["tourism", "contact", "pages"],
];

const folder = (slices) => `^app/(${slices.join("|")})/`;

const sliceRules = order.flatMap((level, place) => {
  const later = order.slice(place + 1).flat();
  return level.map((slice) => ({
    name: `${slice}-imports-only-before-it`,
    severity: "error",
    from: { path: `^app/${slice}/` },
    to: {
      path: [
        ...(later.length > 0 ? [folder(later)] : []),
        ...(level.length > 1 ? [folder(level.filter((other) => other !== slice))] : []),
        "^app/[^/]+$",
        "^server/",
        "^e2e/",
      ],
      // app.css is the root's; types that the framework generates follow the routes.
      pathNot: ["^app/.*\\+types"],
    },
  }));
});

export default {
  forbidden: [
    ...sliceRules,
    { name: "no-circles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "root-not-from-server",
      severity: "error",
      from: { path: "^app/" },
      to: { path: "^(server|e2e)/" },
    },
    {
      name: "server-code-stays-on-the-server",
      severity: "error",
      from: { path: "^app/", pathNot: ["\\.server\\.ts$", "/routes/", "^app/root\\.tsx$", "^app/entry\\.server\\.tsx$", "\\.test\\.tsx?$"] },
      to: { path: "\\.server\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "declared-packages-only",
      severity: "error",
      from: { path: "^(app|server)/", pathNot: "\\.test\\.tsx?$" },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\+types" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
  },
};
