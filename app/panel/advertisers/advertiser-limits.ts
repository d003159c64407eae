export const maxNotesLength = 5000;

/** Value of `por` for a plan without an end. */
export const endless = "sem-fim";
