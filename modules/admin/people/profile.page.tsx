import { Tabs } from 'antd';
import { useWords } from '../../../parts/language/language.ts';
import './profile.css';
import { OwnDevices } from './profile-devices.view.tsx';
import { OwnInfo } from './profile-info.view.tsx';
import { OwnLinks } from './profile-links.view.tsx';
import { OwnPassword } from './profile-password.view.tsx';
import { profileTexts } from './profile.texts.ts';

/** Everything about oneself: who one is, one's password, and where one is signed in. */
export default function ProfilePage() {
  const word = useWords(profileTexts);
  return (
    <div className="profile">
      <h1 className="page-title" tabIndex={-1}>
        {word('title')}
      </h1>
      <section className="profile-card">
        <Tabs
          items={[
            { key: 'info', label: word('info'), children: <OwnInfo /> },
            { key: 'password', label: word('password'), children: <OwnPassword /> },
          ]}
        />
      </section>
      <OwnLinks />
      <OwnDevices />
    </div>
  );
}
