import { renderToStaticMarkup } from "react-dom/server";
import { RegionChoice, type RegionChoiceProps } from "./region-choice.tsx";

export function renderRegionChoice(props: RegionChoiceProps): string {
  return renderToStaticMarkup(<RegionChoice {...props} />);
}
