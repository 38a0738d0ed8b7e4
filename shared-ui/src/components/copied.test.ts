import { expect, it } from 'vitest'
import { copiedLines, copiedTexts } from './copied'

/** The cells of the table: texts that a sheet keeps in brackets, others as they are. */
function cells(html = '') {
  const table = new DOMParser().parseFromString(html, 'text/html')
  return [...table.querySelectorAll('tr')].map((row) =>
    [...row.cells].map((cell) =>
      cell.style.length >= 0 && cell.hasAttribute('sdnum') ? `[${cell.textContent}]` : cell.textContent,
    ),
  )
}

it('keeps what a sheet would change, and leaves numbers to it', () => {
  const text = '7\t00123\tMAR5\t1200\n00123\t123456789012345678\t<b>&\t1.430'
  const { html } = copiedLines(text, [{ kind: 'number' }, { kind: 'code' }, {}, { kind: 'amount' }], '')
  expect(cells(html)).toEqual([
    ['7', '[00123]', '[MAR5]', '1200'],
    ['[00123]', '[123456789012345678]', '[<b>&]', '[1.430]'],
  ])
  expect(html).toContain("mso-number-format:'\\@'")
})

it('guards texts against formulas in both forms, but for phones', () => {
  const { text, html } = copiedTexts(['=1+1', '+573043354628', '"a"\t=2'], '')
  expect(text).toBe('\'=1+1\n+573043354628\n"""a"" =2"')
  expect(cells(html)).toEqual([["['=1+1]"], ['[+573043354628]'], ['["a" =2]']])
})
