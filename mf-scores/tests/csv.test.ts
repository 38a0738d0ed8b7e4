import { describeCsv } from 'tab-testing'
import { scores } from './section'

describeCsv(scores)
