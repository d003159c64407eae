import { alone, build, install } from "./prepare.mjs";

alone(() => {
  install();
  build();
});
