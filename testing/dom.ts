import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

// Testing Library does so automatically only where test functions are globals.
afterEach(cleanup);
