/** Characters of the operator's notes on an advertiser. */
export const maxNotesLength = 5000;
