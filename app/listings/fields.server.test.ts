import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createUser, listingInput, openTestSite } from "../../testing/site.ts";
import { posts } from "../db/schema.ts";
import type { FieldDefinition } from "./field-definition.ts";
import { type ColumnName, columnNames, listingFields } from "./fields.ts";

/** Values that a field's column must accept, and others that it must refuse. */
function valuesOf(field: FieldDefinition): { good: unknown[]; bad: unknown[] } {
  switch (field.kind) {
    case "text":
      return { good: ["é".repeat(field.limit)], bad: ["é".repeat(field.limit + 1), null] };
    case "price":
      return {
        good: ["0", "9999999.99", ...(field.required ? [] : [null])],
        bad: ["1.350", "12,50", "", ...(field.required ? [null] : [])],
      };
    case "count":
      return { good: [0, field.limit, null], bad: [-1, field.limit + 1] };
    case "phone":
      return {
        good: ["37900010264", ...(field.required ? [] : [""])],
        bad: ["(37) 90001-0264", "379000102645", null],
      };
    case "choice":
      return { good: [...field.options], bad: [null] };
    case "choices":
      return { good: [[], [...field.options]], bad: [null] };
    case "flag":
      return { good: [true, false], bad: [null] };
    default:
      throw new Error(`${field.label} is not a column`);
  }
}

test("the table accepts what each field's definition allows and refuses the rest", async () => {
  const { db } = await openTestSite();
  const { uid, displayName } = await createUser({ db });
  const { unavailableDays: _, ...columns } = listingInput();
  const [post] = await db
    .insert(posts)
    .values({ ...columns, uid, createdBy: displayName })
    .returning({ id: posts.id });
  const store = (name: ColumnName, value: unknown) =>
    db
      .update(posts)
      .set({ [name]: value })
      .where(eq(posts.id, post?.id ?? ""))
      .returning({ stored: posts[name] });

  for (const name of columnNames) {
    const { good, bad } = valuesOf(listingFields[name]);
    for (const value of good) {
      const [row] = await store(name, value);
      expect(row?.stored, name).toEqual(value);
    }
    for (const value of bad) {
      await expect(store(name, value), `${name} = ${value}`).rejects.toThrow();
    }
  }
});
