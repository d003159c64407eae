export const root: string;
export const projectNode: string;
export const siteOptions: string[];
export const siteEnvironment: Record<"NODE_COMPILE_CACHE" | "MALLOC_ARENA_MAX", string>;
export function fail(sentence: string): never;
export function run(program: string, args: string[], sentence: string, env?: object): void;
export function install(options?: { withTools?: boolean }): void;
export function build(): void;
export function alone(work: () => void): void;
