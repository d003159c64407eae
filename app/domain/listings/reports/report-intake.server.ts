import { createContext } from "react-router";
import type { Db } from "../../../platform/db/client.server.ts";

export interface ReportIntake {
  db: Db;
  operatorEmail: string;
  mailedSiteUrl: string;
}

export const reportIntakeContext = createContext<ReportIntake>();
