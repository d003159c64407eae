const pattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text is an id as the tables have them; PostgreSQL answers others with an error. */
export function isUuid(text: string): boolean {
  return pattern.test(text);
}
