import * as z from "zod/mini";
import { maxPhotosPerListing, tooManyPhotosMessage } from "../photos/photo.ts";
import { parseForm } from "../ui/parse-form.ts";
import { formatCivilDates, parseCivilDates } from "./civil-date.ts";
import { type Listing, type ListingInput, leisureOptions, locationOptions } from "./listing.ts";
import { formatAmount, parseReais } from "./money.ts";
import { formatPhone, phoneDigitsOf } from "../ui/phone.ts";
