import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { TextArea } from "../ui/forms/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { addDays } from "./civil-date.ts";
import {
  type DayRange,
  daysBetween,
  daysInText,
  formatRange,
  rangesOf,
  textWithDays,
} from "./day-ranges.ts";
import { addMonths, type Month, monthName, monthOf, monthWeeks, weekdays } from "./month.ts";

export interface DayPickerProps {
  name: string;
  /** The field's text: "11/03/2016,12/03/2016". */
  defaultValue?: string;
  error?: string | readonly string[] | null;
  /** The region's today; days before it cannot be chosen. */
  today: string;
}

/** A stretch of days under the pointer, to be taken or freed when it is lifted. */
interface Drag {
  from: string;
  to: string;
  takes: boolean;
}

/**
 * Unavailable days, by tapping or dragging over a calendar, or as text. The text field is the one
 * that is sent; calendar and chips show what stands in it. Without script there is only the text.
 */
export function DayPicker({ name, defaultValue = "", error, today }: DayPickerProps) {
  const [text, setText] = useState(defaultValue);
  const [month, setMonth] = useState(monthOf(today));
  const [drag, setDrag] = useState<Drag | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const days = daysInText(text);
  const shown = new Set(days);
  if (drag) applyDrag(shown, drag);

  // The form looks at its fields when they tell that they changed; set from here, this one has to.
  const toldText = useRef(text);
  useEffect(() => {
    if (toldText.current === text) return;
    toldText.current = text;
    field.current?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [text]);

  function choose(next: Iterable<string>) {
    setText(textWithDays(text, next));
  }

  function free({ first, last }: DayRange) {
    choose(days.filter((day) => day < first || day > last));
  }

  function toggle(day: string) {
    commit({ from: day, to: day, takes: !days.includes(day) });
  }

  function commit(done: Drag) {
    const next = new Set(days);
    applyDrag(next, done);
    choose(next);
  }

  const past = days.filter((day) => day < today);
  const coming = rangesOf(days.filter((day) => day >= today));
  return (
    <>
      <Calendars
        months={[month, addMonths(month, 1)]}
        today={today}
        taken={shown}
        onMonth={setMonth}
        drag={drag}
        onDrag={setDrag}
        onCommit={commit}
        onToggle={toggle}
      />
      {days.length > 0 && (
        <ul className="chips" aria-label="Datas marcadas">
          {past.length > 0 && (
            <Chip
              text={
                past.length === 1 ? "1 dia que já passou" : `${past.length} dias que já passaram`
              }
              onFree={() => choose(days.filter((day) => day >= today))}
            />
          )}
          {coming.map((range) => (
            <Chip key={range.first} text={formatRange(range)} onFree={() => free(range)} />
          ))}
        </ul>
      )}
      <Typed forceOpen={Boolean(error)}>
        <TextArea
          name={name}
          label="Datas, separadas por vírgula"
          hint="Exemplo: 11/03/2016,12/03/2016"
          error={error}
          ref={field}
          rows={2}
          value={text}
          onChange={(event) => {
            toldText.current = event.target.value;
            setText(event.target.value);
          }}
        />
      </Typed>
    </>
  );
}

function applyDrag(days: Set<string>, { from, to, takes }: Drag) {
  for (const day of daysBetween(from, to)) {
    if (takes) days.add(day);
    else days.delete(day);
  }
}

function Chip({ text, onFree }: { text: string; onFree: () => void }) {
  return (
    <li>
      {text}
      <button type="button" className="mini" aria-label={`Liberar ${text}`} onClick={onFree}>
        <Icon name="x" />
      </button>
    </li>
  );
}

/** The text field, folded away; open when something in it is wrong. */
function Typed({ forceOpen, children }: { forceOpen: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="typed"
      open={open || forceOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="link">Prefiro digitar as datas</summary>
      {children}
    </details>
  );
}

interface CalendarsProps {
  months: [Month, Month];
  today: string;
  taken: ReadonlySet<string>;
  onMonth: (month: Month) => void;
  drag: Drag | null;
  onDrag: (drag: Drag | null) => void;
  onCommit: (drag: Drag) => void;
  onToggle: (day: string) => void;
}

function Calendars({
  months,
  today,
  taken,
  onMonth,
  drag,
  onDrag,
  onCommit,
  onToggle,
}: CalendarsProps) {
  /** The one day the Tab key stops at. */
  const [stop, setStop] = useState(today);
  const cals = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  /** A drag ends with a click of its own in some browsers; it is not a tap. */
  const dragged = useRef(false);
  const [first, second] = months;
  const firstShown = first === monthOf(today) ? today : `${first}-01`;
  const isShown = monthOf(stop) === first || monthOf(stop) === second;
  const tabStop = isShown ? stop : firstShown;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the day may be on a page just turned
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    cals.current?.querySelector<HTMLElement>(`[data-day="${stop}"]`)?.focus();
  }, [stop, first]);

  function dayAt(event: PointerEvent | { clientX: number; clientY: number }): string | null {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const button = under?.closest<HTMLElement>("button[data-day]");
    return button && cals.current?.contains(button) ? (button.dataset.day ?? null) : null;
  }

  function press(event: PointerEvent) {
    const day = dayAt(event);
    if (day && event.button === 0) onDrag({ from: day, to: day, takes: !taken.has(day) });
  }

  function sweep(event: PointerEvent) {
    const day = drag && dayAt(event);
    if (!day || day === drag.to) return;
    dragged.current = true;
    onDrag({ ...drag, to: day });
  }

  function lift() {
    if (drag && dragged.current) onCommit(drag);
    onDrag(null);
    setTimeout(() => {
      dragged.current = false;
    });
  }

  function tap(day: string) {
    setStop(day);
    if (!dragged.current) onToggle(day);
  }

  function move(event: KeyboardEvent) {
    const day = (event.target as HTMLElement).closest<HTMLElement>("[data-day]")?.dataset.day;
    const target = day && dayByKey(event.key, day);
    if (!target) return;
    event.preventDefault();
    const next = target < today ? today : target;
    wantsFocus.current = true;
    setStop(next);
    if (monthOf(next) < first) onMonth(addMonths(first, -2));
    else if (monthOf(next) > second) onMonth(addMonths(first, 2));
  }

  return (
    <div className="picker">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears what its days are told */}
      <div
        className="cals"
        ref={cals}
        onPointerDown={press}
        onPointerMove={sweep}
        onPointerUp={lift}
        onPointerLeave={lift}
        onPointerCancel={() => onDrag(null)}
        onKeyDown={move}
      >
        <p className="turn">
          <button
            type="button"
            aria-label="Meses anteriores"
            disabled={first <= monthOf(today)}
            onClick={() => onMonth(addMonths(first, -2))}
          >
            <Icon name="chevron-left" />
          </button>
          <button
            type="button"
            aria-label="Próximos meses"
            onClick={() => onMonth(addMonths(first, 2))}
          >
            <Icon name="chevron-right" />
          </button>
        </p>
        {months.map((month) => (
          <table className="cal" key={month}>
            <caption>{monthName(month)}</caption>
            <thead>
              <tr>
                {weekdays.map((weekday) => (
                  <th scope="col" key={weekday}>
                    {weekday}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {monthWeeks(month).map((week) => (
                <tr key={week.find(Boolean)}>
                  {week.map((day, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a column is its weekday
                    <td key={column}>
                      {day && (
                        <Day
                          day={day}
                          today={today}
                          taken={taken}
                          isTabStop={day === tabStop}
                          isWeekStart={column === 0}
                          isWeekEnd={column === 6}
                          onTap={tap}
                        />
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </div>
  );
}

/** Where a key leads from a day, or null. */
function dayByKey(key: string, day: string): string | null {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -weekday,
    End: 6 - weekday,
    PageUp: -28,
    PageDown: 28,
  };
  const step = steps[key];
  return step === undefined ? null : addDays(day, step);
}

interface DayProps {
  day: string;
  today: string;
  taken: ReadonlySet<string>;
  isTabStop: boolean;
  isWeekStart: boolean;
  isWeekEnd: boolean;
  onTap: (day: string) => void;
}

function Day({ day, today, taken, isTabStop, isWeekStart, isWeekEnd, onTap }: DayProps) {
  const number = Number(day.slice(8));
  const isTaken = taken.has(day);
  const begins = isTaken && (isWeekStart || number === 1 || !taken.has(addDays(day, -1)));
  const nextDay = addDays(day, 1);
  const isMonthEnd = monthOf(nextDay) !== monthOf(day);
  const ends = isTaken && (isWeekEnd || isMonthEnd || !taken.has(nextDay));
  const looks = [
    "day",
    day < today && "past",
    day === today && "now",
    isTaken && "off",
    begins && "a",
    ends && "z",
  ];
  const className = looks.filter(Boolean).join(" ");
  if (day < today) return <span className={className}>{number}</span>;
  return (
    <button
      type="button"
      className={className}
      data-day={day}
      tabIndex={isTabStop ? 0 : -1}
      aria-pressed={isTaken}
      aria-label={`${number} de ${monthName(monthOf(day))}${isTaken ? ", indisponível" : ""}`}
      onClick={() => onTap(day)}
    >
      {number}
    </button>
  );
}
