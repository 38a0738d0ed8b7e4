import { describeFaults, renderTab, requestRows } from '@canje/tab-testing'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import Tab from '../src/Tab'

const { drawn, Chart } = vi.hoisted(() => {
  const drawn: { data: { datasets: { data: number[] }[] } }[] = []
  class Chart {
    static register() {}
    constructor(_canvas: HTMLCanvasElement, config: (typeof drawn)[number]) {
      drawn.push(config)
    }
    destroy() {}
  }
  return { drawn, Chart }
})
// jsdom has no canvas.
vi.mock('chart.js', () => ({ Chart, BarController: {}, BarElement: {}, CategoryScale: {}, LinearScale: {} }))

beforeEach(() => {
  drawn.length = 0
})

it('draws the users with most points, and lists them for screen readers', async () => {
  const points = (await requestRows('SelectUsers')).map((row) => Number(row.total_points))
  const best = points.toSorted((a, b) => b - a).slice(0, 10)
  await renderTab(Tab)
  expect(await screen.findByRole('img', { name: 'Usuarios con más puntos' })).toBeTruthy()
  await waitFor(() => expect(drawn.map(({ data }) => data.datasets[0]?.data)).toEqual([best]))
  expect(
    screen.getAllByRole('listitem').map(({ textContent }) => Number(textContent?.match(/(\d+) puntos$/)?.[1])),
  ).toEqual(best)
})

describeFaults({ Tab })
