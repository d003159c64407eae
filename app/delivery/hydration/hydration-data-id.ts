/** Id of the element with a page's hydration data. */
export const hydrationDataId = "hydration-data";
