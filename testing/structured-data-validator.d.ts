declare module "@adobe/structured-data-validator" {
  /**
   * Checks against Google's rich results, and nothing else unless given schema.org's vocabulary.
   */
  export default class Validator {
    validate(found: {
      jsonld: Partial<Record<string, Record<string, unknown>[]>>;
      microdata: object;
      rdfa: object;
    }): Promise<{ issueMessage: string; severity: "ERROR" | "WARNING" }[]>;
  }
}
