/** Characters of the operator's notes on an advertiser. */
export const maxNotesLength = 5000;

/** The value of `por` for a plan without an end. */
export const endless = "sem-fim";
