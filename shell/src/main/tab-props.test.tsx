import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useViewProp } from './tab-props'

const onChange = vi.fn()
function viewProp() {
  const initialProps = { isActive: true, view: { params: 'q=ana', opening: 1 }, onChange }
  const { result, rerender } = renderHook((props) => useViewProp(props.isActive, props.view, props.onChange), {
    initialProps,
  })
  return { result, rerender: (changes: Partial<typeof initialProps>) => rerender({ ...initialProps, ...changes }) }
}

it('has the current parameters, in the same object until the tab becomes inactive', () => {
  const { result, rerender } = viewProp()
  const first = result.current
  expect(first).toMatchObject({ isActive: true, params: 'q=ana', opening: 1 })
  rerender({ view: { params: 'q=eva', opening: 1 } })
  expect(result.current).toBe(first)
  expect(first.params).toBe('q=eva')
  rerender({ isActive: false, view: { params: 'q=eva', opening: 1 } })
  expect(result.current).toMatchObject({ isActive: false, params: 'q=eva' })
})

it('has the parameters of the URL that opens the tab already while the tab renders', () => {
  const rendered: string[] = []
  const { rerender } = renderHook(
    ({ opening }) => {
      const { params } = useViewProp(true, { params: `page=${opening}`, opening }, onChange)
      rendered.push(params)
    },
    { initialProps: { opening: 1 } },
  )
  rerender({ opening: 2 })
  expect(rendered.at(-1)).toBe('page=2')
})

it('tells a change to the shell as it is now, also by an object of before', () => {
  const { result, rerender } = viewProp()
  const first = result.current
  const later = vi.fn()
  rerender({ isActive: false, onChange: later })
  first.onChange('q=luis')
  first.push?.('id=7')
  expect(later.mock.calls).toEqual([
    ['q=luis', false],
    ['id=7', true],
  ])
  expect(onChange).not.toHaveBeenCalled()
})
