import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import { isValidationRequest } from "../../ui/forms/parse-form.ts";
import type { PhotoTray } from "../../uploads/photo-tray.ts";
import type { TraySnapshot } from "../../uploads/tray-photo.ts";

export interface Sending {
  /** True while waiting for photos; the form is sent once they have arrived. */
  isWaiting: boolean;
  isBusy: boolean;
  /** True from the moment that the form is sent until it is answered. */
  isSent: () => boolean;
  /** Number of times that the form was refused before it was sent. */
  refusals: number;
  /** Conform's `onSubmit`, which calls it once the fields are valid. */
  holdForPhotos: (event: FormEvent<HTMLFormElement>) => void;
  /** The form's `onSubmit`; `submit` is Conform's. */
  send: (
    event: FormEvent<HTMLFormElement>,
    submit: (event: FormEvent<HTMLFormElement>) => void,
  ) => void;
}

/** Sends the ad's form once, and after its photos. */
export function useSending(
  form: RefObject<HTMLFormElement | null>,
  tray: PhotoTray,
  photos: TraySnapshot,
): Sending {
  const [isWaiting, setIsWaiting] = useState(false);
  const [refusals, setRefusals] = useState(0);
  /** The button to press again once the photos have arrived. */
  const usedButton = useRef<HTMLElement | null>(null);
  const navigation = useNavigation();
  const isBusy = isWaiting || navigation.formMethod === "POST";
  /** Navigation state updates too late to stop a double tap from publishing twice. */
  const isSent = useRef(false);
  useEffect(() => {
    if (navigation.state === "idle") isSent.current = false;
  }, [navigation.state]);

  useEffect(() => {
    if (!isWaiting || photos.pending > 0) return;
    setIsWaiting(false);
    // Wait for the paint that unlocks the form.
    requestAnimationFrame(() => {
      // Safari has it since 16.
      if (form.current?.requestSubmit) form.current.requestSubmit(usedButton.current);
      else usedButton.current?.click();
    });
  }, [form, isWaiting, photos.pending]);

  return {
    isWaiting,
    isBusy,
    isSent: () => isSent.current,
    refusals,
    holdForPhotos(event) {
      const { pending, failed } = tray.getSnapshot();
      if (failed === 0 && pending === 0) return;
      event.preventDefault();
      if (failed > 0) {
        setRefusals((count) => count + 1);
      } else {
        tray.resumeAll();
        usedButton.current = (event.nativeEvent as SubmitEvent).submitter;
        setIsWaiting(true);
      }
    },
    send(event, submit) {
      const isValidation = isValidationRequest(event.nativeEvent as SubmitEvent);
      if ((isBusy || isSent.current) && !isValidation) {
        event.preventDefault();
        return;
      }
      submit(event);
      if (isValidation) return;
      if (event.defaultPrevented) setRefusals((count) => count + 1);
      else isSent.current = true;
    },
  };
}
