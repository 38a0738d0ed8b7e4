import type { Measured } from './results'
import { ratios, summarise } from './statistics'
import { measuredValue, type Threshold } from './threshold'

/** A group of measures that share one table. */
export interface Suite {
  /** Heading of the table. */
  title: string
  /** Records every measure, and releases its resources even when it fails or is aborted. */
  run(bench: Bench): Promise<void>
}

/** The interface that a suite measures with. */
export interface Bench {
  /** Whether to measure with few runs and little data, as `--quick` asks. */
  quick: boolean
  /** Number of rounds. */
  runs: number
  /** Aborts the suite. */
  stop: AbortSignal
  /** Records the values of a measure: a single one, or one per round. */
  record(name: string, values: Values): Measured
}

interface Values {
  /** Unit of the values, such as `ms` or `rows/s`. */
  unit: string
  subject: readonly number[]
  reference?: readonly number[]
  threshold?: Threshold
}

/** @param report receives each measure as soon as it is recorded */
export function createBench(
  options: Pick<Bench, 'quick' | 'stop' | 'runs'>,
  report: (measured: Measured) => void,
): Bench {
  return {
    ...options,
    record: (name, values) => {
      const measured = judge(name, values)
      report(measured)
      return measured
    },
  }
}

function judge(name: string, { subject, reference, unit, threshold }: Values): Measured {
  const own = summarise(subject)
  const ratio = reference && summarise(ratios(subject, reference))
  return {
    name,
    unit,
    subject: own,
    ...(reference && { reference: summarise(reference) }),
    ...(ratio && { ratio }),
    ...(threshold && { bound: threshold }),
    holds: !threshold || measuredValue(threshold, { name, subject: own, ratio }).median <= threshold.limit,
  }
}
