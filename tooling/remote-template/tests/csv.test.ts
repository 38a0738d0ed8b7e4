import { describeCsv } from 'tab-testing'
import { section } from './section'

describeCsv(section)
