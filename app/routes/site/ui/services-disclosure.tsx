import { Disclosure, DisclosureButton, DisclosurePanel } from "@headlessui/react";
import type { ReactNode, RefObject } from "react";
import { useMenu } from "./use-menu.ts";

export type ServicesDisclosureProps = {
  /** What holds button and list, and counts as the menu for pointer, keys and focus. */
  box: RefObject<HTMLElement>;
  label: string;
  isCurrent: boolean;
  /** Whether it was open in the form that it takes over from. */
  wasOpen: boolean;
  /** List items with a link each. */
  children: ReactNode;
};

/** A button and a list of links, with Headless UI; loaded when a menu is first used, never with a page. */
export function ServicesDisclosure({ wasOpen, ...props }: ServicesDisclosureProps) {
  return (
    <Disclosure defaultOpen={wasOpen}>
      {({ open, close }) => <ButtonAndList {...props} isOpen={open} close={close} />}
    </Disclosure>
  );
}

type ButtonAndListProps = Omit<ServicesDisclosureProps, "wasOpen"> & {
  isOpen: boolean;
  close: (focus?: HTMLElement) => void;
};

function ButtonAndList({ box, label, isCurrent, isOpen, close, children }: ButtonAndListProps) {
  useMenu(box, isOpen, close);
  return (
    <>
      <DisclosureButton aria-current={isCurrent || undefined}>{label}</DisclosureButton>
      {/* In React's own click, or the link would be gone before it could be followed. */}
      <DisclosurePanel as="ul" onClick={() => close()}>
        {children}
      </DisclosurePanel>
    </>
  );
}
