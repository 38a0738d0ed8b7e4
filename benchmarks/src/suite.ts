import { type Arm, arms } from './interleave'
import type { Measured } from './results'
import { ratios, summarise } from './statistics'
import { type Bound, boundedBy, keeps } from './threshold'

/** A table of the benchmarks. */
export interface Suite {
  /** What stands above its table. */
  title: string
  /** Measures everything, and frees what it took, also when it fails or is stopped. */
  run(bench: Bench): Promise<void>
}

/** What a suite measures with. */
export interface Bench {
  /** Whether a first impression is wanted, from few runs over little data. */
  quick: boolean
  /** How often to run each arm. */
  runs: number
  /** Ends the suite. */
  stop: AbortSignal
  /** Runs the subject, in turns with its reference if it has one, and records what they took. */
  measure(name: string, what: Measure): Promise<Measured>
  /** Records what was measured otherwise: a single value, or the values of some `arms`, round by round. */
  record(name: string, values: Values): Measured
}

interface Described {
  /** Of the values, such as `ms` or `rows/s`. */
  unit: string
  bound?: Bound
}

export interface Measure extends Described {
  subject: Arm
  reference?: Arm
  /** Another number of runs than {@link Bench.runs}. */
  runs?: number
}

export interface Values extends Described {
  subject: readonly number[]
  reference?: readonly number[]
}

/** @param report is shown each measure as soon as it is there */
export function createBench(
  { quick, stop, runs }: Pick<Bench, 'quick' | 'stop' | 'runs'>,
  report: (measured: Measured) => void,
): Bench {
  const record: Bench['record'] = (name, values) => {
    const measured = judge(name, values)
    report(measured)
    return measured
  }
  const measure: Bench['measure'] = async (name, { subject, reference, runs: own = runs, ...described }) => {
    const times = { runs: own, stop }
    const values = await (reference ? arms(times, { subject, reference }) : arms(times, { subject }))
    return record(name, { ...values, ...described })
  }
  return { quick, runs, stop, measure, record }
}

function judge(name: string, { subject, reference, unit, bound }: Values): Measured {
  const own = summarise(subject)
  const ratio = reference && summarise(ratios(subject, reference))
  return {
    name,
    unit,
    subject: own,
    ...(reference && { reference: summarise(reference) }),
    ...(ratio && { ratio }),
    ...(bound && { bound }),
    holds: bound === undefined || keeps(bound, boundedBy(bound, { name, subject: own, ratio }).median),
  }
}
