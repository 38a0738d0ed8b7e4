import { parseNumber } from '@canje/shared-auth/json'
import type { Cell } from './parse-rows'

const INTEGER = /^-?\d+$/
/** A fraction as `String` writes it. */
const FRACTION = /^(-?\d+)(?:\.(\d+))?(?:e-(\d+))?$/

/** The sum of a column's cells. */
export interface Sum {
  /** Exact: a bigint beyond ±(2^53 − 1), and a text for a fraction that a double cannot hold. */
  total: number | bigint | `${number}`
  /** How many cells are not in the total, because they are neither numbers nor empty. */
  notNumbers: number
}

/**
 * Adds up cells without rounding: numbers, and texts of digits with an optional minus sign and spaces around them. Null
 * and the empty text are empty.
 */
export class ExactSum {
  /** The sum of safe integers, as long as it is one. */
  private small = 0
  /** The sum of the other numbers is `scaled` / 10^`scale`. */
  private scaled = 0n
  private scale = 0
  private notNumbers = 0

  add(cell: Cell): void {
    if (cell === null || cell === '') return
    const value = addendOf(cell)
    if (value === undefined) this.notNumbers++
    else this.addNumber(value)
  }

  addNumber(value: number | bigint): void {
    const small = this.small + Number(value)
    if (Number.isSafeInteger(value) && Number.isSafeInteger(small)) this.small = small
    else if (typeof value === 'bigint' || Number.isInteger(value)) this.addScaled(BigInt(value), 0)
    else this.addFraction(value)
  }

  get sum(): Sum {
    const { scaled, scale, small, notNumbers } = this
    const total = scaled === 0n ? small : exactNumber(scaled + BigInt(small) * 10n ** BigInt(scale), scale)
    return { total, notNumbers }
  }

  private addFraction(value: number): void {
    const [, whole = '', fraction = '', exponent = '0'] = FRACTION.exec(String(value)) ?? []
    this.addScaled(BigInt(whole + fraction), fraction.length + Number(exponent))
  }

  private addScaled(value: bigint, scale: number): void {
    if (scale > this.scale) {
      this.scaled *= 10n ** BigInt(scale - this.scale)
      this.scale = scale
    }
    this.scaled += value * 10n ** BigInt(this.scale - scale)
  }
}

function addendOf(cell: Cell): number | bigint | undefined {
  if (typeof cell === 'number' || typeof cell === 'bigint') return cell
  const text = typeof cell === 'string' ? cell.trim() : ''
  return INTEGER.test(text) ? (parseNumber(text) ?? undefined) : undefined
}

/** Returns `scaled` / 10^`scale`, as a text unless a number has the same digits. */
function exactNumber(scaled: bigint, scale: number): Sum['total'] {
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = digits.slice(whole.length).replace(/0+$/, '')
  const text = `${scaled < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}` as `${number}`
  const number = parseNumber(text)
  return number !== null && String(number) === text ? number : text
}
