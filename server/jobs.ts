import { endPlans, type PlanSite } from "../app/domain/accounts/plans/plan-ends.server.ts";
import { sendCheckLetters } from "../app/domain/listings/checks/check-letters.server.ts";
import { finishDeletions } from "../app/domain/listings/deletion.server.ts";
import type { ReportIntake } from "../app/domain/listings/reports/report-intake.server.ts";
import { announceReports } from "../app/domain/listings/reports/report-letter.server.ts";
import {
  type MonthLetterSite,
  sendMonthNumbers,
} from "../app/domain/listings/visits/month-letters.server.ts";
import type { PhotoStore } from "../app/domain/photos/store.server.ts";
import { sweepPhotos } from "../app/domain/photos/sweep.server.ts";
import { purgeExpired } from "../app/domain/privacy/purge.server.ts";
import { sendAlertLetters } from "../app/domain/search/alerts/alert-letters.server.ts";
import { matchChanges } from "../app/domain/search/alerts/alert-matches.server.ts";
import { remindOwners } from "../app/owner/calendar/reminders.server.ts";
import { sendUpkeepLetter } from "../app/panel/today/upkeep-letter.server.ts";
import type { Retention } from "../app/platform/web/site.server.ts";
import type { JobTitles } from "../app/platform/web/watch/job-runs.server.ts";
import type { Witness } from "./witness.ts";

const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

/** As much of the site as its jobs use. */
interface JobSite extends MonthLetterSite, PlanSite, ReportIntake {
  photoStore: PhotoStore;
  retention: Retention;
  siteEmail: string | null;
  witness: Witness;
  copyAuditLog: () => Promise<void>;
}

export interface Job {
  /** Stored with its runs. */
  name: string;
  /** Its name in the operator's panel. */
  title: string;
  /** An hour by default. */
  everyMs?: number;
  /** True to run it on each site; if omitted, one site runs it for all. */
  isForEachSite?: boolean;
  run: (site: JobSite) => Promise<void>;
  failure: string;
}

/** All jobs, in the order of their first runs and of the operator's panel. */
export const jobs: readonly Job[] = [
  // A database set back by less than its interval isn't noticed.
  {
    name: "witness",
    title: "Testemunha do banco",
    everyMs: minuteMs,
    isForEachSite: true,
    run: (site) => site.witness.remember(),
    failure: "state of the database not remembered",
  },
  {
    name: "plan-ends",
    title: "Fim dos planos",
    async run(site) {
      const changes = await endPlans(site);
      if (Object.values(changes).some((count) => count > 0)) {
        site.log.info(changes, "ending plans processed");
      }
    },
    failure: "ending plans not processed",
  },
  {
    name: "check-letters",
    title: "Fim das conferências",
    async run(site) {
      const sent = await sendCheckLetters(site);
      if (sent > 0) site.log.info({ sent }, "ends of checks e-mailed");
    },
    failure: "ends of checks not e-mailed",
  },
  {
    name: "photo-sweep",
    title: "Limpeza das fotos",
    async run({ db, photoStore, log }) {
      await finishDeletions(db, photoStore, { isStarting: false });
      log.info(await sweepPhotos(db, photoStore), "photos swept");
    },
    failure: "photos not swept",
  },
  {
    name: "purge",
    title: "Limpeza do banco",
    async run({ db, retention, log }) {
      const purged = await purgeExpired(db, retention);
      if (!purged) return;
      log.info(purged, "expired rows purged");
      // E-mails nobody resent in all that time are lost: warn the operator.
      if (purged.failedMail > 0) log.warn({ mails: purged.failedMail }, "failed e-mails purged");
    },
    failure: "expired rows not purged",
  },
  {
    name: "calendar-reminders",
    title: "Lembretes de calendário",
    async run(site) {
      const reminded = await remindOwners(site);
      if (reminded > 0) site.log.info({ reminded }, "calendar reminders e-mailed");
    },
    failure: "calendar reminders not e-mailed",
  },
  {
    name: "month-letters",
    title: "Números do mês",
    async run(site) {
      const sent = await sendMonthNumbers(site);
      if (sent > 0) site.log.info({ sent }, "monthly numbers e-mailed");
    },
    failure: "monthly numbers not e-mailed",
  },
  // Reports that arrived within an hour of the last letter had to wait.
  {
    name: "report-letter",
    title: "Aviso de denúncias",
    everyMs: 5 * minuteMs,
    async run(site) {
      const announced = await announceReports(site);
      if (announced > 0) site.log.info({ reports: announced }, "reports announced");
    },
    failure: "reports not announced",
  },
  {
    name: "alert-matches",
    title: "Procura para os avisos",
    everyMs: minuteMs,
    async run({ db, log }) {
      const matched = await matchChanges(db);
      if (matched > 0) log.info({ listings: matched }, "changed listings matched with alerts");
    },
    failure: "changed listings not matched with alerts",
  },
  {
    name: "alert-letters",
    title: "E-mails dos avisos",
    everyMs: 10 * minuteMs,
    async run(site) {
      const alerts = await sendAlertLetters(site);
      if (alerts > 0) site.log.info({ alerts }, "alerts e-mailed");
    },
    failure: "alerts not e-mailed",
  },
  {
    name: "audit-journal",
    title: "Cópia do registro",
    everyMs: minuteMs,
    isForEachSite: true,
    run: (site) => site.copyAuditLog(),
    failure: "audit log not copied",
  },
  {
    name: "upkeep-letter",
    title: "Aviso ao operador",
    async run(site) {
      const problems = await sendUpkeepLetter(site, jobTitles);
      if (problems > 0) site.log.info({ problems }, "operator alerted");
    },
    failure: "operator not alerted",
  },
];

/** Titles of all that is recorded as a job's run, in the order of the panel. */
export const jobTitles: JobTitles = {
  backup: "Backup",
  worker: "Processos do site",
  ...Object.fromEntries(jobs.map(({ name, title }) => [name, title])),
};
