// npm run build: installs what is missing and builds the site, for a start that does neither.
import { alone, build, install } from "./prepare.mjs";

alone(() => {
  install();
  build();
});
