/** Controls with the id and title of the ad that a new one is begun from. */
export const modelNames = ["modelo", "modeloTitulo"] as const;

export function createPathFrom(modelId: string): string {
  return `/posts/create?modelo=${modelId}`;
}
