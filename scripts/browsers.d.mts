export function findChromium(): string | null;
export function findWholeChromium(): string | null;
export function findFirefox(): string | null;
export function findWebKit(): string | null;
