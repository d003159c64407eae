import * as alertTables from "./alert-schema.ts";
import * as calendarTables from "./calendar-schema.ts";
import * as checkTables from "./check-schema.ts";
import * as copyTables from "./copy-schema.ts";
import * as listTables from "./list-schema.ts";
import * as mailTables from "./mail-schema.ts";
import * as operationTables from "./operation-schema.ts";
import * as orderTables from "./order-schema.ts";
import * as questionTables from "./question-schema.ts";
import * as tables from "./schema.ts";
import * as sessionTables from "./session-schema.ts";
import * as testimonialTables from "./testimonial-schema.ts";

/** Every table, for what treats all of them alike: migrations and backups. */
export const schema = {
  ...tables,
  ...sessionTables,
  ...alertTables,
  ...calendarTables,
  ...checkTables,
  ...copyTables,
  ...listTables,
  ...mailTables,
  ...operationTables,
  ...orderTables,
  ...questionTables,
  ...testimonialTables,
};
