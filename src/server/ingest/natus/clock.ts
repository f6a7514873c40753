export { StudyClock } from "../../../domain/natus/clock.ts";
