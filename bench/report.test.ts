import { expect, test } from "vitest";
import { replaceSections } from "./report.ts";

const report = `# Benchmarks

Written by npm run bench.

## Search

Measured on 2026-11-01.

| ads | p50 |

## Targets missed

By hand.
`;

const plan = { seconds: 5, rounds: 3, sizes: [1_000], audits: 5, starts: 2 };
const table = { title: "By ads", columns: ["ads", "p50"], rows: [[1_000, 17.25]] };
const measured = { machine: "2 cores", load: 0.25, minutes: 1.5, plan, tables: [table] };

test("measuring a part again replaces only its section", () => {
  const text = replaceSections(report, [{ title: "Search", ...measured }], "2026-11-22");
  expect(text).toBe(`# Benchmarks

Written by npm run bench.

## Search

Measured on 2026-11-22 in 1.5 minutes, rounds: 3, seconds of load: 5.
2 cores. Load average beforehand: 0.3.

### By ads

|   ads |  p50 |
| ----: | ---: |
| 1,000 | 17.3 |

## Targets missed

By hand.
`);
});

test("a new part is appended", () => {
  const text = replaceSections(report, [{ title: "Photos", ...measured }], "2026-11-22");
  expect(text.startsWith(report)).toBe(true);
  expect(text.match(/^## .*$/gm)).toEqual(["## Search", "## Targets missed", "## Photos"]);
});
