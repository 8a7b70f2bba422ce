import type { Site } from './site.ts';
import { bosun, trekker } from './sites/backpacks.ts';
import { books } from './sites/books.ts';
import { type CoffeeShop, coffeeShop } from './sites/coffee-shop.ts';
import { documentation } from './sites/documentation.ts';
import { encyclopedia } from './sites/encyclopedia.ts';
import { brokenHost, casino, closedPress, quickFacts, robotCheck } from './sites/hostile.ts';
import { museumGuide } from './sites/museums.ts';
import { adviceCentre, forum } from './sites/opinions.ts';
import { type TennisClub, tennisClub } from './sites/tennis-club.ts';
import { type Thermostat, thermostat } from './sites/thermostat.ts';
import { torch } from './sites/torch.ts';
import { type Waterworks, waterworks } from './sites/waterworks.ts';
import { type WorkshopSite, workshopSite } from './sites/workshops.ts';

/** The sites that keep a state, by name, and all sites as they are served. New ones have nothing done to them. */
export type EverySite = {
  readonly workshops: WorkshopSite;
  readonly coffee: CoffeeShop;
  readonly tennis: TennisClub;
  readonly water: Waterworks;
  readonly heating: Thermostat;
  readonly served: readonly Site[];
};

export function everySite(): EverySite {
  const live = {
    workshops: workshopSite(),
    coffee: coffeeShop(),
    tennis: tennisClub(),
    water: waterworks(),
    heating: thermostat(),
  };
  const lying = [
    encyclopedia,
    quickFacts,
    documentation,
    forum,
    adviceCentre,
    bosun,
    trekker,
    closedPress,
    torch,
    brokenHost,
    museumGuide,
    robotCheck,
    books,
    casino,
  ];
  return { ...live, served: [...lying, ...Object.values(live)] };
}
