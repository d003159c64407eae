import type { FreeSpace } from "../../site/disk/free-space.server.ts";
import { formatCount } from "../../ui/words.ts";
import styles from "./upkeep.module.css";
import type { Backlog, JobState } from "./upkeep.server.ts";

export interface UpkeepProps {
  jobs: JobState[];
  backlog: Backlog;
  disk: FreeSpace;
}

/** Shows whether the site's own work is getting done. */
export function Upkeep({ jobs, backlog, disk }: UpkeepProps) {
  return (
    <section aria-labelledby="saude" className={styles.upkeep}>
      <h2 id="saude">A saúde do site</h2>
      <dl className={styles.figures}>
        {listFigures(backlog, disk).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {jobs.length === 0 ? (
        <p className="soft">O site acabou de nascer: nenhuma tarefa rodou ainda.</p>
      ) : (
        <table className={styles.jobs}>
          <caption className="visually-hidden">Tarefas do site</caption>
          <thead>
            <tr>
              <th scope="col">Tarefa</th>
              <th scope="col">Deu certo</th>
              <th scope="col">Falhou</th>
            </tr>
          </thead>
          <tbody>
            {jobs.map((job) => (
              <tr key={job.name} data-failing={job.isFailing || undefined}>
                <th scope="row">{job.name}</th>
                <td data-before="Deu certo:">{job.succeededAt ?? "–"}</td>
                <td data-before="Falhou:">
                  {job.failedAt ? (
                    <>
                      {job.failedAt} ({job.failures === 1 ? "1 vez" : `${job.failures} vezes`} até
                      hoje)
                      <small>{job.error}</small>
                    </>
                  ) : (
                    "nunca"
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function listFigures(backlog: Backlog, disk: FreeSpace): [label: string, value: string][] {
  return [
    [
      "livres no disco",
      `${(disk.bytes / 1_000_000_000).toFixed(1).replace(".", ",")} GB (${Math.floor(disk.share * 100)} %)`,
    ],
    ["fotos à espera de tamanhos", formatCount(backlog.photoSizes)],
    ["calendários atrasados", formatCount(backlog.feeds)],
  ];
}
