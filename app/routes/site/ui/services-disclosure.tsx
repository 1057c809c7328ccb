import { Disclosure, DisclosureButton, DisclosurePanel } from "@headlessui/react";
import type { ReactNode, RefObject } from "react";
import { useMenu } from "./use-menu.ts";

export type ServicesDisclosureProps = {
  /** The element around button and list. Pointer, keys and focus inside it belong to the menu. */
  box: RefObject<HTMLElement>;
  label: string;
  isCurrent: boolean;
  /** Whether the <details> that it replaces was open. */
  wasOpen: boolean;
  /** List items, each with a link. */
  children: ReactNode;
};

/** A menu with Headless UI, loaded when the menu is first used. */
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
      {/* In React's click handler, or the link would be removed before it is followed. */}
      <DisclosurePanel as="ul" onClick={() => close()}>
        {children}
      </DisclosurePanel>
    </>
  );
}
