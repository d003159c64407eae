/** A new ad's draft stays on the server for this long after it was last saved there. */
export const draftDays = 30;
