import { Form, Link, useNavigation } from "react-router";
import { formatStay, type Stay } from "../../../calendar/stays.ts";
import { maxNoteLengths } from "../../../db/note-lengths.ts";
import type { FormOutcome } from "../../../site/forms/form-outcome.ts";
import { useRefusedFocus } from "../../../site/forms/use-refused-focus.ts";
import { TextArea, TextField } from "../../../ui/forms/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { NoteField, StayNote, StayNoteInput } from "./note-form.ts";
import styles from "./notes.module.css";
import { SavedNote } from "./saved-note.tsx";

export interface NotesProps {
  notes: readonly StayNote[];
  edited: StayNote | null;
  /** Dates for a new note, from the page's address. */
  dates: Pick<StayNoteInput, "entrada" | "saida">;
  /** The stay of the note just saved, if one was. */
  saved: Stay | null;
  /** Nights that are marked, or taken by a feed. */
  taken: readonly string[];
  refused: FormOutcome<unknown> | undefined;
  today: string;
}

/** What the owner wants to remember of a stay, and nobody else reads. */
export function Notes({ notes, edited, dates, saved, taken, refused, today }: NotesProps) {
  const coming = notes.filter(({ saida }) => saida > today);
  const past = notes.filter(({ saida }) => saida <= today).reverse();
  return (
    <section className={styles.notes} id="anotacoes" aria-labelledby="anotacoes-titulo">
      <h2 id="anotacoes-titulo">Anotações</h2>
      <p className="soft">Hóspede, sinal, horário. Só você vê. Apagamos um ano depois da saída.</p>
      {saved && (
        <SavedNote
          key={`${saved.checkIn} ${saved.checkOut} ${notes.length}`}
          stay={saved}
          taken={taken}
          today={today}
        />
      )}
      <NoteList notes={coming} today={today} />
      {past.length > 0 && (
        <details>
          <summary className="link">Estadias que já passaram ({past.length})</summary>
          <NoteList notes={past} today={today} />
        </details>
      )}
      <NoteForm
        // Saving a note empties the form.
        key={`${edited?.id} ${dates.entrada} ${notes.length}`}
        edited={edited}
        dates={dates}
        refused={refused}
        isFirst={notes.length === 0}
      />
    </section>
  );
}

function NoteList({ notes, today }: { notes: readonly StayNote[]; today: string }) {
  if (notes.length === 0) return null;
  return (
    <ul className={styles.list}>
      {notes.map((note) => (
        <NoteRow key={note.id} note={note} today={today} />
      ))}
    </ul>
  );
}

function NoteRow({ note, today }: { note: StayNote; today: string }) {
  const { id, entrada, saida, hospede, sinal, anotacao } = note;
  const dates = formatStay({ checkIn: entrada, checkOut: saida }, today);
  const name = hospede || dates;
  return (
    <li>
      <div>
        <h3>{name}</h3>
        {hospede && <p className="small soft">{dates}</p>}
        {sinal && <p>Sinal: {sinal}</p>}
        {anotacao && <p className={styles.text}>{anotacao}</p>}
      </div>
      <Link
        className="icon-button"
        to={`?anotacao=${id}#anotacoes`}
        preventScrollReset
        aria-label={`Mudar a anotação de ${name}`}
      >
        <Icon name="pencil" />
      </Link>
      <Form method="post" action="?#anotacoes" preventScrollReset>
        <input type="hidden" name="intent" value="excluir-anotacao" />
        <button
          type="submit"
          name="id"
          value={id}
          className="icon-button"
          aria-label={`Apagar a anotação de ${name}`}
        >
          <Icon name="trash" />
        </button>
      </Form>
    </li>
  );
}

type NoteFormProps = Pick<NotesProps, "edited" | "dates" | "refused"> & { isFirst: boolean };

function NoteForm({ edited, dates, refused, isFirst }: NoteFormProps) {
  const { formData } = useNavigation();
  const isSaving = formData?.get("intent") === "anotacao";
  const form = useRefusedFocus(refused);
  const values: Partial<Record<string, string>> = refused?.typed ?? edited ?? dates;
  const id = refused ? refused.typed.id : edited?.id;
  const of = (name: NoteField) => ({
    name,
    // The other forms of the page have fields of the same names.
    id: `anotacao-${name}`,
    defaultValue: values[name],
    error: refused?.errors[name],
  });
  const isOpen = isFirst || Boolean(refused || edited || dates.entrada);
  return (
    <details className={styles.new} open={isOpen}>
      <summary className="btn btn--line">
        <Icon name="pencil" />
        {id ? "Mudar anotação" : "Nova anotação"}
      </summary>
      <Form
        method="post"
        action="?#anotacoes"
        className={styles.form}
        preventScrollReset
        noValidate
        ref={form}
      >
        <input type="hidden" name="intent" value="anotacao" />
        {id && <input type="hidden" name="id" value={id} />}
        <div className={styles.pair}>
          <TextField {...of("entrada")} label="Entrada" type="date" />
          <TextField {...of("saida")} label="Saída" type="date" />
        </div>
        <TextField
          {...of("hospede")}
          label="Hóspede"
          optional
          maxLength={maxNoteLengths.hospede}
          autoComplete="off"
        />
        <TextField
          {...of("sinal")}
          label="Sinal"
          hint="Como “R$ 500 no Pix, falta R$ 2.000”."
          optional
          maxLength={maxNoteLengths.sinal}
          autoComplete="off"
        />
        <TextArea
          {...of("anotacao")}
          label="Anotação"
          optional
          rows={3}
          maxLength={maxNoteLengths.anotacao}
        />
        <button type="submit" className="btn" disabled={isSaving}>
          Salvar anotação
        </button>
        {edited && (
          <Link className="link" to="?#anotacoes" preventScrollReset>
            Cancelar
          </Link>
        )}
      </Form>
    </details>
  );
}
