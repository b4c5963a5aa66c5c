import { useId, useState, type ReactNode } from 'react';
import type { ApiProblem } from '../api.ts';
import { momentsAt, offsetInWords, wallAfterGap, wallAt } from '../zoned-time.ts';
import { Frame, CONTROL, described, faultsOf } from './field.tsx';
import { RadioGroup } from './radio-group.tsx';

interface DateTimeFieldProps {
  readonly label: string;
  readonly name: string;
  /** IANA name of the time zone. */
  readonly zone: string;
  readonly defaultValue: Date;
  readonly problem?: ApiProblem | null | undefined;
}

/**
 * Renders a field for a date and time in a time zone. In the form data, the value is a UTC time such as
 * `2026-03-29T00:30:00.000Z`, or empty. A time that daylight saving time skips is rejected. If a time occurs twice, the
 * user chooses one of the two.
 */
export function DateTimeField({ defaultValue, label, name, problem, zone }: DateTimeFieldProps): ReactNode {
  const id = useId();
  const [wall, setWall] = useState(() => wallAt(defaultValue, zone));
  const [isSecond, setSecond] = useState(false);
  // Show a problem until the value changes.
  const [settled, setSettled] = useState<ApiProblem | null>();
  const moments = momentsAt(wall, zone);
  const moment = (isSecond ? moments[1] : undefined) ?? moments[0];
  const gap = wall !== '' && moments.length === 0 ? gapInWords(wall, zone) : undefined;
  const faults = gap === undefined ? faultsOf(problem === settled ? null : problem, name) : [gap];
  const hint = moment ? [...new Set([zone, offsetInWords(moment, zone)])].join(', ') : zone;
  return (
    <div className="flex flex-col gap-2">
      <Frame id={id} label={label} hint={hint} faults={faults} isLabelHidden={false} className="">
        <input
          type="datetime-local"
          value={wall}
          onChange={(event) => {
            setWall(event.target.value);
            setSettled(problem);
          }}
          {...described(id, hint, faults)}
          className={`${CONTROL} h-8 max-sm:h-10`}
        />
      </Frame>
      {moments.length > 1 && (
        <Which name={`${name}.which`} zone={zone} moments={moments} isSecond={isSecond} onChoose={setSecond} />
      )}
      <input type="hidden" name={name} value={moment?.toISOString() ?? ''} />
    </div>
  );
}

function Which(props: {
  readonly name: string;
  readonly zone: string;
  readonly moments: readonly Date[];
  readonly isSecond: boolean;
  readonly onChoose: (isSecond: boolean) => void;
}): ReactNode {
  const { isSecond, moments, name, onChoose, zone } = props;
  const [first, second] = moments.map((moment) => offsetInWords(moment, zone));
  return (
    <RadioGroup
      label="The clocks go back on this day, so this time occurs twice"
      name={name}
      value={isSecond ? 'second' : 'first'}
      onChange={(value) => onChoose(value === 'second')}
      choices={[
        { value: 'first', label: `First, ${first}` },
        { value: 'second', label: `Second, ${second}` },
      ]}
    />
  );
}

function gapInWords(wall: string, zone: string): string {
  const [after, clock] = [wallAfterGap(wall, zone), wall.slice(11)];
  const then = after === undefined ? '' : ` ${clock} would be ${after.slice(11)}.`;
  return `The clocks in ${zone} go forward on this day and skip this time.${then}`;
}
