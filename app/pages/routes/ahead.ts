/** Pages that are somebody's own, or that change something when they are asked for. */
const notAhead = [
  "/dashboard*",
  "/login*",
  "/logout*",
  "/nova-senha/*",
  "/posts/create*",
  "/posts/edit/*",
  "/register*",
];

/** The links of a page that no script takes over; where one does, the links fetch ahead themselves. */
const where = {
  and: [
    { href_matches: "/*" },
    { selector_matches: "body.still a" },
    { not: { href_matches: notAhead } },
  ],
};

/**
 * What a browser may ask for ahead, as speculation rules: the page when a hand draws near its link,
 * all of it when the link is pressed. Pages name this address in the header `Speculation-Rules`.
 */
const rules = {
  prefetch: [{ where, eagerness: "moderate" }],
  prerender: [{ where, eagerness: "conservative" }],
};

export function loader() {
  return new Response(JSON.stringify(rules), {
    headers: {
      "Content-Type": "application/speculationrules+json",
      "Cache-Control": "public, max-age=3600",
    },
  });
}
